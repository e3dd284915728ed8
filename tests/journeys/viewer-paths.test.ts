import { missedEntrance, plainEntrance, wholeEntrance } from './models/spawn.ts'
import { walksPaths } from './models/walk-paths.ts'
import { test } from './support.ts'

// Without a graphics card each picture takes its time.
test.setTimeout(240_000)
test.use({ contextOptions: { reducedMotion: 'no-preference' }, viewport: { width: 1024, height: 480 } })

walksPaths('an entrance', {
  'of a model alone': plainEntrance,
  'with an effect and an animation': wholeEntrance,
  'with nothing to play': missedEntrance,
})
