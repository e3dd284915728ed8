import { declarePathTests } from './models/path-tests.ts'
import { fullEntrance, modelOnlyEntrance, unplayableEntrance } from './models/spawn.ts'
import { test } from './support.ts'

// Without a graphics card, frames are slow to render.
test.setTimeout(240_000)
test.use({ contextOptions: { reducedMotion: 'no-preference' }, viewport: { width: 1024, height: 480 } })

declarePathTests('the appearance of a model', {
  'without an effect or animation': modelOnlyEntrance,
  'with an effect and an animation': fullEntrance,
  'with files that contain nothing to play': unplayableEntrance,
})
