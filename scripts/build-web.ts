// `npm run build`: the web app, as `npm start` serves it; nothing when it is already built from these sources.
import { buildWebIfNeeded } from './build-web/build-if-needed.ts'

await buildWebIfNeeded()
