"""Raw replies to records, or all their faults; text made safe. Pure."""
