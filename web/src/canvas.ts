// Opens a canvas with the best graphics API that the browser offers.

/**
 * Opens a canvas with WebGPU, or with WebGL2 if WebGPU is not available or the URL has `draw=webgl2`. Each attempt
 * needs a new element, because a canvas cannot change its API.
 */
export async function openCanvas<T>(open: (webgl2: boolean) => Promise<T>): Promise<T> {
  const webgl2Only = new URLSearchParams(location.search).get('draw') === 'webgl2';
  try {
    return await open(webgl2Only);
  } catch (error) {
    if (webgl2Only) throw error;
    return open(true);
  }
}
