// `npm run build` builds the web app that `npm start` serves; it does nothing if it is already built from these
// sources.
import { buildWebIfNeeded } from './build-web/build-if-needed.ts'

await buildWebIfNeeded()
