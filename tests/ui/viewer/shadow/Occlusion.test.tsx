// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { resolveOcclusion, type OcclusionSettings as Settings } from '../../../../src/machines/viewer/occlusion.ts'
import { Occlusion } from '../../../../src/ui/viewer/shadow/Occlusion.tsx'
import type { Painter } from '../../../../src/ui/viewer/stage/stage.ts'
import { setUpScene, showOnStage } from '../scene-fixture.tsx'

setUpScene()

describe('Occlusion', () => {
  it('replaces the default render while mounted, and restores the default render on unmount', async () => {
    const painter: Painter = { current: null, isCapturing: false }
    const time = { current: null }
    const state = await showOnStage(null)
    const settings = resolveOcclusion({ mode: 'AO', quality: 'Low' }) as Settings
    await showOnStage(<Occlusion settings={settings} painter={painter} time={time} />)
    expect([typeof painter.current?.draw, typeof time.current, state.internal.priority]).toEqual([
      'function',
      'function',
      1,
    ])
    await showOnStage(null)
    expect([painter.current, time.current, state.internal.priority]).toEqual([null, null, 0])
  })
})
