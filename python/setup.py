"""The one thing that pyproject.toml cannot say: the C extension, which cffi makes."""
from setuptools import setup

setup(cffi_modules=["penna/_build.py:ffibuilder"])
