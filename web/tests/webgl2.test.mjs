import { testRendering } from './rendering.shared.mjs';

testRendering('WebGL2', {}, '&draw=webgl2');
