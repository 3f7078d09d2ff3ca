"""What the core asks of the world, as Protocols of few methods each.

An adapter implements one of these and nothing here implements anything. Every port has a
shipped double in `gemot.testing`, and adapter and double pass one contract suite.
"""
