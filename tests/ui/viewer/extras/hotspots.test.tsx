// @vitest-environment jsdom
import { act, createRoot } from '@react-three/fiber'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { Group, PerspectiveCamera } from 'three'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Pinning } from '../../../../src/ui/viewer/extras/Pinning.tsx'
import { pinOf } from '../../../../src/ui/viewer/extras/pinned.ts'
import { Hotspots } from '../../../../src/ui/viewer/Hotspots.tsx'
import { createPose, type PoseStore } from '../../../../src/ui/viewer/pose.ts'
import { useDrag } from '../../../../src/ui/viewer/use-turn-drag.ts'
import { standInCanvas } from '../../../support/canvas.ts'
import { somebody } from './body.ts'

afterEach(cleanup)

const size = { width: 400, height: 200 }

function seen(yaw: number, position: readonly [number, number, number], normal?: readonly [number, number, number]) {
  const camera = new PerspectiveCamera(50, 2)
  camera.position.set(0, 0, 5)
  camera.updateMatrixWorld()
  const stand = new Group()
  stand.rotation.y = yaw
  stand.updateMatrixWorld()
  return pinOf({ position, ...(normal && { normal }) }, stand, camera, size, undefined)
}

/** A stage that is dragged as a viewer is. */
function Turned({ pose, children }: { pose: PoseStore; children: ReactNode }) {
  const [root, setRoot] = useState<HTMLElement | null>(null)
  useDrag(root, pose, { snap: false, lockVertical: true, isStill: true, isInert: false, zoom: false })
  return (
    <div ref={setRoot} data-testid="stage">
      {children}
    </div>
  )
}

describe('where a hotspot is', () => {
  it('is where its point is drawn, in pixels', () => {
    expect(seen(0, [0, 0, 0])).toEqual({ x: 200, y: 100, isSeen: true })
    const { x, y } = seen(0, [0.5, 1, 0])
    expect([x > 200, y < 100]).toEqual([true, true])
  })

  it('is hidden on the far side, by its normal or else by where it lies', () => {
    expect([seen(0, [0, 0, 0.3]).isSeen, seen(Math.PI, [0, 0, 0.3]).isSeen]).toEqual([true, false])
    expect(seen(0, [0, 0, 0.3], [0, 0, -1]).isSeen).toBe(false)
    expect(seen(0, [0, 0, -0.3], [0, 0, 1]).isSeen).toBe(true)
    // What is on the axis has no far side.
    expect([seen(0, [0, 0.9, 0]).isSeen, seen(Math.PI, [0, 0.9, 0]).isSeen]).toEqual([true, true])
  })

  it('is hidden outside of the frame, and behind the camera', () => {
    expect([seen(0, [0, 9, 0]).isSeen, seen(0, [0, 0, 9], [0, 0, -1]).isSeen]).toEqual([false, false])
  })
})

describe('hotspots', () => {
  const told = [
    { id: 'hat', label: 'Hat', position: [0, 0.1, 0.1], bone: 'Head' },
    { id: 'heel', label: 'Heel', position: [0, -0.8, -0.3] },
  ] as const

  it('are buttons that are read and pressed, and no drag of the stage', () => {
    const [pressed, captured, pose] = [vi.fn(), vi.fn(), createPose()]
    render(
      <Turned pose={pose}>
        <Hotspots hotspots={told} pins={new Map()} isInert={false} onHotspot={pressed} />
      </Turned>,
    )
    const stage = Object.assign(screen.getByTestId('stage'), { setPointerCapture: captured })
    const buttons = screen.getAllByRole('button')
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['Hat', 'Heel'])
    // jsdom's pointers have no buttons.
    const press = (on: Element) => on.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true, button: 0 }))
    press(buttons[1]!)
    fireEvent.click(buttons[1]!)
    // Whoever captures the pointer gets the click too.
    expect([pressed.mock.calls, captured.mock.calls]).toEqual([[['heel']], []])
    press(stage)
    expect(captured.mock.calls).toHaveLength(1)
  })

  it('are not there while nothing stands there', () => {
    render(<Hotspots hotspots={told} pins={new Map()} isInert onHotspot={undefined} />)
    expect(screen.queryAllByRole('button')).toEqual([])
  })

  it('go with the model as it turns, and with their bones', async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    const page = standInCanvas()
    const pins = new Map<string, HTMLElement>()
    const { unmount } = render(<Hotspots hotspots={told} pins={pins} isInert={false} onHotspot={undefined} />)
    const model = await somebody()
    const root = createRoot(document.createElement('canvas'))
    await root.configure({ frameloop: 'never', size: { ...size, top: 0, left: 0 } })
    const store = await act(async () => root.render(<Pinning model={model} hotspots={told} pins={pins} />))
    const draw = async () => {
      await act(async () => store.getState().advance(1))
      return [...pins].map(([id, element]) => [id, element.hasAttribute('data-seen'), element.style.translate] as const)
    }
    const front = await draw()
    expect(front.map(([id, isSeen]) => [id, isSeen])).toEqual([
      ['hat', true],
      ['heel', false],
    ])
    model.root.parent!.rotation.y = Math.PI
    const back = await draw()
    expect(back.map(([, isSeen]) => isSeen)).toEqual([false, true])
    model.root.parent!.rotation.y = 0
    model.root.getObjectByName('mixamorigHead')!.position.x += 0.3
    expect((await draw())[0]![2]).not.toBe(front[0]![2])
    unmount()
    expect(pins.size).toBe(0)
    await act(async () => root.unmount())
    page.restore()
    vi.unstubAllGlobals()
  })
})
