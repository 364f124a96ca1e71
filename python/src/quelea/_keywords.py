"""The keywords of a flock, for type checkers. Made by `python/generate_keywords.py`: do not edit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypedDict, Union

import numpy.typing as npt


class Keywords(TypedDict, total=False):
    """A parameter each; `quelea.describe` says what it means."""

    name: str
    title: str
    source: str
    dimension: int
    seed: int
    steps: int
    search: Literal["brute", "grid", "kd-tree", "representative"]
    engine: str
    space_kind: Literal["torus", "wrap", "walls", "reflect", "sphere", "open"]
    space_size: Union[Sequence[float], npt.NDArray[Any]]
    space_origin: Union[Sequence[float], npt.NDArray[Any]]
    space_radius: float
    space_margin: float
    space_push: float
    space_push_after_limit: bool
    space_clamp: bool
    space_wrap_before_move: bool
    pointer_mode: Literal["off", "repel", "attract"]
    pointer_position: Union[Sequence[float], npt.NDArray[Any]]
    pointer_weight: float
    pointer_falloff: Literal["offset", "constant", "inverse", "inverse-square"]
    pointer_radius: float
    pointer_reach: float
    pointer_closest: float
    representative_algorithm: Literal["basic", "partition", "representative"]
    representative_cells: int
    representative_o: int
    representative_stop: Literal["certain", "as-printed"]
    reference_update: Literal["at-once", "one-by-one", "species-by-species", "shuffled", "velocities-first", "shuffled-velocities-first"]
    reference_quirks: Sequence[str]
    end_when: Literal["never", "at-goal", "one-cluster"]
    end_species: str
    end_at: Union[Sequence[float], npt.NDArray[Any]]
    end_within: float
    end_every: int
    boids: int
    body: float
    start_position: Literal["centre", "point", "uniform", "ball", "gaussian", "ring", "lattice"]
    start_at: Union[Sequence[float], npt.NDArray[Any]]
    start_radius: float
    start_velocity: Literal["zero", "box", "whole-box", "heading", "direction", "tangent"]
    start_low: float
    start_high: float
    start_speed: float
    start_direction: Union[Sequence[float], npt.NDArray[Any]]
    perception_kind: Literal["all", "radius", "nearest", "nearest-within", "friends", "voronoi"]
    perception_radius: float
    perception_neighbours: int
    perception_view: float
    perception_near: float
    perception_coincident: Literal["perceive", "ignore"]
    perception_edges: Sequence[Sequence[int]]
    perception_directed: bool
    perception_nearest_at_start: int
    separation_weight: float
    separation_radius: float
    separation_inner_radius: float
    separation_view: float
    separation_falloff: Literal["offset", "constant", "inverse", "inverse-square", "power-law", "exponential", "quadratic", "quartic", "lattice", "bump", "table"]
    separation_length: float
    separation_exponent: float
    separation_table: Sequence[Sequence[float]]
    separation_average: Literal["sum", "mean", "perceived"]
    separation_response: Literal["raw", "unit", "seek", "arrive", "unit-seek"]
    separation_limit: float
    separation_exclusive: bool
    separation_max_turn: float
    alignment_weight: float
    alignment_radius: float
    alignment_inner_radius: float
    alignment_view: float
    alignment_of: Literal["velocity", "heading"]
    alignment_falloff: Literal["offset", "constant", "inverse", "inverse-square", "power-law", "exponential", "quadratic", "quartic", "lattice", "bump", "table"]
    alignment_length: float
    alignment_exponent: float
    alignment_table: Sequence[Sequence[float]]
    alignment_average: Literal["sum", "mean", "perceived"]
    alignment_include_self: bool
    alignment_relative: bool
    alignment_pairwise: bool
    alignment_response: Literal["raw", "unit", "seek", "arrive", "unit-seek"]
    alignment_limit: float
    alignment_exclusive: bool
    alignment_max_turn: float
    cohesion_weight: float
    cohesion_radius: float
    cohesion_inner_radius: float
    cohesion_view: float
    cohesion_falloff: Literal["offset", "constant", "inverse", "inverse-square", "power-law", "exponential", "quadratic", "quartic", "lattice", "bump", "table"]
    cohesion_length: float
    cohesion_exponent: float
    cohesion_table: Sequence[Sequence[float]]
    cohesion_average: Literal["sum", "mean", "perceived"]
    cohesion_include_self: bool
    cohesion_response: Literal["raw", "unit", "seek", "arrive", "unit-seek"]
    cohesion_slowing: float
    cohesion_limit: float
    cohesion_exclusive: bool
    cohesion_max_turn: float
    flee_weight: float
    flee_radius: float
    flee_target: Literal["all", "nearest"]
    flee_falloff: Literal["offset", "constant", "inverse", "inverse-square"]
    flee_response: Literal["raw", "unit", "seek", "arrive", "unit-seek"]
    flee_limit: float
    flee_prediction: float
    flee_graze: float
    hunt_weight: float
    hunt_radius: float
    hunt_target: Literal["all", "nearest"]
    hunt_response: Literal["raw", "unit", "seek", "arrive", "unit-seek"]
    hunt_limit: float
    hunt_prediction: float
    hunt_near_miss: float
    herd_weight: float
    herd_spacing: float
    herd_near: float
    herd_near_speed: float
    herd_response: Literal["raw", "unit", "seek", "arrive", "unit-seek"]
    herd_limit: float
    goal_position: Union[Sequence[float], npt.NDArray[Any]]
    goal_waypoints: Sequence[Sequence[float]]
    goal_within: float
    goal_path: Sequence[Sequence[float]]
    goal_speed: float
    goal_ends: Literal["loop", "return", "stop"]
    goal_weight: float
    goal_response: Literal["raw", "unit", "seek", "arrive", "unit-seek"]
    goal_slowing: float
    goal_match_velocity: float
    goal_limit: float
    avoid_method: Literal["force-field", "steer"]
    avoid_weight: float
    avoid_strength: float
    avoid_reach: float
    avoid_contact: float
    avoid_contact_push: float
    avoid_look_ahead: float
    avoid_turn: float
    avoid_clearance: float
    flow_field: Literal["none", "uniform", "vortex", "shear", "grid"]
    flow_weight: float
    flow_response: Literal["raw", "unit", "seek", "arrive", "unit-seek"]
    flow_limit: float
    flow_direction: Union[Sequence[float], npt.NDArray[Any]]
    flow_centre: Union[Sequence[float], npt.NDArray[Any]]
    flow_speed: float
    flow_width: float
    flow_cells: Union[Sequence[float], npt.NDArray[Any]]
    flow_vectors: Sequence[Sequence[float]]
    flow_origin: Union[Sequence[float], npt.NDArray[Any]]
    flow_size: Union[Sequence[float], npt.NDArray[Any]]
    wander_weight: float
    wander_radius: float
    wander_distance: float
    wander_jitter: float
    noise_kind: Literal["none", "angular", "gaussian", "vectorial"]
    noise_strength: float
    motion_combine: Literal["sum", "in-turn", "budget-of-sum", "budget-of-lengths", "heading", "turns"]
    motion_order: Sequence[str]
    motion_joint: Sequence[str]
    motion_integrator: Literal["euler", "verlet", "rk4"]
    motion_move_with: Literal["new", "old"]
    motion_step: float
    motion_scale: float
    motion_max_force: float
    motion_max_speed: float
    motion_min_speed: float
    motion_inertia: float
    motion_turn_rate: float
    motion_propulsion: float
    motion_drag: float
    motion_cruise_speed: float
    motion_cruise_time: float
    motion_damping: float
    motion_smoothing: float
    motion_slow_speed: float
    spread_max_speed: float
    spread_turn_rate: float
    spread_noise: float
    spread_separation_radius: float
    spread_alignment_radius: float
    spread_cohesion_radius: float
