import { drawing } from './drawing.shared.mjs';

drawing('WebGL2', {}, '&draw=webgl2');
