"""`gemot admin docs`: the generator stands above the surfaces and is loaded by its name."""

from importlib import import_module

import click

docs: click.Command = import_module("gemot.docsgen.command").docs
