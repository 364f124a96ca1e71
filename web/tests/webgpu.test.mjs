import { testRendering } from './rendering.shared.mjs';

testRendering('WebGPU', { webgpu: true }, '');
