fn sides(ahead: Vector) -> Sides {
    return Sides(Vector(constants.zero - ahead.y, ahead.x), Vector(0.0));
}
