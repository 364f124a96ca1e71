// The boids in a list, in storage order: a heap sort of their slots.

fn sink(list: vec2u, from_place: u32, length: u32) {
    var place = from_place;
    loop {
        var child = 2u * place + 1u;
        if (child >= length) {
            break;
        }
        if (child + 1u < length && list_slots[list.x + child] < list_slots[list.x + child + 1u]) {
            child += 1u;
        }
        let above = list_slots[list.x + place];
        let below = list_slots[list.x + child];
        if (above >= below) {
            break;
        }
        list_slots[list.x + place] = below;
        list_slots[list.x + child] = above;
        place = child;
    }
}

fn sort_list(list: vec2u) {
    let length = list.y - list.x;
    for (var entry = list.x; entry < list.y; entry++) {
        list_slots[entry] = slot_of_id[lists[entry]];
    }
    for (var place = length / 2u; place > 0u; place--) {
        sink(list, place - 1u, length);
    }
    for (var last = length; last > 1u; last--) {
        let largest = list_slots[list.x];
        list_slots[list.x] = list_slots[list.x + last - 1u];
        list_slots[list.x + last - 1u] = largest;
        sink(list, 0u, last - 1u);
    }
}
