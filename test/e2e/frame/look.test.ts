import { tourOf } from '../helpers/tour.ts';

tourOf('nobody', 'individual', 'bargainer', 'head');
