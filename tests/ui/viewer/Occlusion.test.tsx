// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { occlusionOf, type Occlusion as Settings } from '../../../src/machines/rules/occlusion.ts'
import { Occlusion } from '../../../src/ui/viewer/Occlusion.tsx'
import type { Painter } from '../../../src/ui/viewer/stage.ts'
import { setUpScene, show } from './scene-bench.tsx'

setUpScene()

describe('Occlusion', () => {
  it('draws the frame itself while it is there, and leaves all as it was', async () => {
    const painter: Painter = { current: null, isPicturing: false }
    const time = { current: null }
    const state = await show(null)
    const settings = occlusionOf({ mode: 'AO', quality: 'Low' }) as Settings
    await show(<Occlusion settings={settings} painter={painter} time={time} />)
    expect([typeof painter.current?.draw, typeof time.current, state.internal.priority]).toEqual([
      'function',
      'function',
      1,
    ])
    await show(null)
    expect([painter.current, time.current, state.internal.priority]).toEqual([null, null, 0])
  })
})
