// @vitest-environment jsdom
import { fireEvent, render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createPoseStore } from '../../../../src/ui/viewer/motion/pose.ts'
import { Turntable } from '../../../../src/ui/viewer/stage/Turntable.tsx'
import { VIEWER_WORDS } from '../../../../src/ui/viewer/viewer-words.ts'
import { setUpScene } from '../scene-fixture.tsx'

setUpScene()

describe('Turntable', () => {
  it('shows no knob and ignores keys while no model is shown', () => {
    const pose = createPoseStore()
    const view = render(<Turntable pose={pose} isInert zoom words={VIEWER_WORDS} />)
    const knob = view.container.querySelector('[role=slider]') as HTMLElement
    fireEvent.keyDown(knob, { key: 'Home' })
    expect([knob.hidden, knob.tabIndex, pose.now.yaw]).toEqual([true, -1, -0.3])
    view.rerender(<Turntable pose={pose} isInert={false} zoom words={VIEWER_WORDS} />)
    fireEvent.keyDown(knob, { key: 'Home' })
    expect([knob.hidden, knob.tabIndex, knob.textContent]).toEqual([false, 0, '0°'])
  })
})
