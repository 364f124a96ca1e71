//! Eigenvalues of symmetric matrices of two or three rows.

/// The eigenvalues of a symmetric matrix from the largest to the smallest, and the unit eigenvector of each, by
/// Jacobi's rotations.
pub(super) fn eigen<const D: usize>(mut matrix: [[f64; D]; D]) -> ([f64; D], [[f64; D]; D]) {
    // The rows become the eigenvectors.
    let mut vectors: [[f64; D]; D] =
        std::array::from_fn(|row| std::array::from_fn(|column| f64::from(u8::from(row == column))));
    // Convergence is quadratic: three sweeps or four reach the last bit of a 3×3 matrix.
    for _ in 0..12 {
        for p in 0..D {
            for q in p + 1..D {
                if matrix[p][q] != 0.0 {
                    rotate(&mut matrix, &mut vectors, p, q);
                }
            }
        }
    }
    let mut order: [usize; D] = std::array::from_fn(|index| index);
    order.sort_by(|a, b| matrix[*b][*b].total_cmp(&matrix[*a][*a]));
    (order.map(|index| matrix[index][index]), order.map(|index| vectors[index]))
}

/// Rotates the axes p and q so that the entry between them vanishes.
fn rotate<const D: usize>(matrix: &mut [[f64; D]; D], vectors: &mut [[f64; D]; D], p: usize, q: usize) {
    let theta = (matrix[q][q] - matrix[p][p]) / (2.0 * matrix[p][q]);
    let sign = if theta < 0.0 { -1.0 } else { 1.0 };
    let tangent = sign / (theta.abs() + libm::hypot(theta, 1.0));
    let cosine = 1.0 / libm::sqrt(tangent * tangent + 1.0);
    let sine = tangent * cosine;
    for k in 0..D {
        let (kp, kq) = (matrix[k][p], matrix[k][q]);
        (matrix[k][p], matrix[k][q]) = (cosine * kp - sine * kq, sine * kp + cosine * kq);
    }
    for k in 0..D {
        let (pk, qk) = (matrix[p][k], matrix[q][k]);
        (matrix[p][k], matrix[q][k]) = (cosine * pk - sine * qk, sine * pk + cosine * qk);
        let (pk, qk) = (vectors[p][k], vectors[q][k]);
        (vectors[p][k], vectors[q][k]) = (cosine * pk - sine * qk, sine * pk + cosine * qk);
    }
    (matrix[p][q], matrix[q][p]) = (0.0, 0.0);
}

#[cfg(test)]
mod tests {
    use super::eigen;

    #[test]
    fn eigenvalues_come_from_the_largest_to_the_smallest() {
        // The plane's diagonal is stretched to 3, its perpendicular stays 1.
        let (values, vectors) = eigen([[2.0, 1.0], [1.0, 2.0]]);
        assert!((values[0] - 3.0).abs() < 1e-15 && (values[1] - 1.0).abs() < 1e-15, "{values:?}");
        assert!((vectors[0][0] - vectors[0][1]).abs() < 1e-15 && (vectors[1][0] + vectors[1][1]).abs() < 1e-15);
        assert_eq!(eigen([[0.0; 3]; 3]).0, [0.0; 3]);
    }

    #[test]
    fn every_eigenvector_is_only_stretched() {
        let matrix = [[4.0, 1.0, -2.0], [1.0, 2.0, 0.5], [-2.0, 0.5, 3.0]];
        let (values, vectors) = eigen(matrix);
        assert!(values[0] >= values[1] && values[1] >= values[2]);
        for (value, vector) in values.iter().zip(vectors) {
            for row in 0..3 {
                let stretched: f64 = (0..3).map(|column| matrix[row][column] * vector[column]).sum();
                assert!((stretched - value * vector[row]).abs() < 1e-12, "{value} {vector:?}");
            }
        }
    }
}
