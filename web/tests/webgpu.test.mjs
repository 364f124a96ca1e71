import { drawing } from './drawing.shared.mjs';

drawing('WebGPU', { webgpu: true }, '');
