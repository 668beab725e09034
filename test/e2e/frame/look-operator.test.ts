import { tourOf } from '../helpers/tour.ts';

tourOf('operator');
