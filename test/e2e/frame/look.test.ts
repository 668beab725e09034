import { viewers } from '#test/helpers/screens.ts';
import { tourOf } from '../helpers/tour.ts';

tourOf(...viewers);
