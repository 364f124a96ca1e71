"""The measures of a flock as properties. Made by `python/generate_keywords.py`: do not edit."""

from __future__ import annotations

from typing import Optional


class MeasureProperties:
    """A property for each measure of the present state."""

    def _measure(self, names: Optional[list[str]] = None) -> dict[str, float]:
        raise NotImplementedError

    @property
    def polarisation(self) -> float:
        """How aligned the boids are: the length of the mean heading, |Σ unit(v)| / N. From 0 (disordered) to 1
        (all parallel); a boid at rest has no heading."""
        return self._measure(["polarisation"])["polarisation"]

    @property
    def milling(self) -> float:
        """How much the boids circle around their centre: the length of the mean of unit(x − c) × unit(v), c being
        the centre of mass. From 0 to 1 (a perfect mill). On a torus c is the circular mean along each axis."""
        return self._measure(["milling"])["milling"]

    @property
    def mean_speed(self) -> float:
        """The mean speed |v|. From 0. Unit: length/time."""
        return self._measure(["mean_speed"])["mean_speed"]

    @property
    def mean_nearest_distance(self) -> float:
        """The mean distance from a boid to the nearest other, of any species. From 0; 0 for fewer than two boids.
        Unit: length."""
        return self._measure(["mean_nearest_distance"])["mean_nearest_distance"]

    @property
    def min_nearest_distance(self) -> float:
        """The smallest distance between any two boids. From 0; 0 for fewer than two boids. Unit: length."""
        return self._measure(["min_nearest_distance"])["min_nearest_distance"]

    @property
    def mean_neighbours(self) -> float:
        """The mean number of boids that a boid perceives: with `radius` those within `perception.radius`, with
        `nearest` k, with `nearest-within` at most k, with `friends` those it has an edge to, with `voronoi`
        those whose cells touch its own, with `all` everyone. Only species that it flocks with or avoids count;
        the field of view does not matter. From 0 to N − 1. Unit: boids."""
        return self._measure(["mean_neighbours"])["mean_neighbours"]

    @property
    def clusters(self) -> float:
        """The number of clusters: two boids closer than `perception.radius` (the smaller of the two if species
        differ) are linked, whatever the `perception.kind`, and linked boids are in one cluster. From 1 to N.
        Unit: groups."""
        return self._measure(["clusters"])["clusters"]

    @property
    def largest_cluster(self) -> float:
        """The number of boids in the largest cluster. From 1 to N. Unit: boids."""
        return self._measure(["largest_cluster"])["largest_cluster"]

    @property
    def mean_cluster(self) -> float:
        """The mean number of boids in a cluster, N / clusters. From 1 to N. Unit: boids."""
        return self._measure(["mean_cluster"])["mean_cluster"]

    @property
    def collisions(self) -> float:
        """The number of pairs closer than the sum of their `body` radii. From 0 to N(N − 1)/2. Unit: pairs."""
        return self._measure(["collisions"])["collisions"]

    @property
    def absolute_angular_momentum(self) -> float:
        """How much the boids circle around their centre c in either sense: Σ |(x − c) × v| / Σ |x − c| |v|. From 0
        to 1, also for a double mill, whose milling is 0. In 3D it is the component along the axis about which
        the boids turn most."""
        return self._measure(["absolute_angular_momentum"])["absolute_angular_momentum"]

    @property
    def radius_of_gyration(self) -> float:
        """The root mean square distance from the centre c, √(Σ |x − c|² / N). From 0. Unit: length."""
        return self._measure(["radius_of_gyration"])["radius_of_gyration"]

    @property
    def elongation(self) -> float:
        """How long the flock is compared to its width: the square root of the ratio of the largest to the smallest
        eigenvalue of the gyration tensor Σ (x − c)(x − c)ᵀ / N. From 1 (a disc or a ball); 0 for boids on a
        line, or in 3D on a plane, which have no width."""
        return self._measure(["elongation"])["elongation"]
