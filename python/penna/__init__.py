"""penna: roll-and-write games. Rules, states, matches, records, bots, duels, batches and environments; see docs/python.md."""
from .analysis import Candidate, Table, analyse, rank
from .batch import Batch
from .core import (CHANCE, MOVE, OUTCOME_HIDDEN, OVER, Bot, DuelBot, DuelResult, Estimate, Game, Match, Rng, State, bots, duel, games, ranks,
                   read_records, version)
from .envs import Box, Discrete, MultiDiscrete, ParallelEnv, VectorEnv, parallel_env, vector_env
from .errors import BadRecord, IllegalMove, PennaError

__version__ = version()

__all__ = ["CHANCE", "MOVE", "OUTCOME_HIDDEN", "OVER", "BadRecord", "Batch", "Bot", "Box", "Candidate", "Discrete", "DuelBot", "DuelResult", "Estimate", "Game", "IllegalMove",
           "Match", "MultiDiscrete", "ParallelEnv", "PennaError", "Rng", "State", "Table", "VectorEnv", "analyse", "bots", "duel", "games", "parallel_env", "rank", "ranks",
           "read_records", "vector_env", "version"]
