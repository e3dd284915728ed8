// @vitest-environment jsdom

import { act } from '@react-three/fiber'
import { fireEvent, render, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { Group, PerspectiveCamera } from 'three'
import { describe, expect, it, vi } from 'vitest'
import { useTurnDrag } from '../../../../src/ui/viewer/camera/use-turn-drag.ts'
import { HotspotPositions } from '../../../../src/ui/viewer/extras/HotspotPositions.tsx'
import { projectHotspot } from '../../../../src/ui/viewer/extras/project-hotspot.ts'
import { Hotspots } from '../../../../src/ui/viewer/Hotspots.tsx'
import { createPoseStore, type PoseStore } from '../../../../src/ui/viewer/motion/pose.ts'
import { createFiberRoot } from '../../../../src/ui/viewer/stage/fiber-root.ts'
import { stubCanvas } from '../../../support/canvas-stub.ts'
import { createFigure } from './figure.ts'

const size = { width: 400, height: 200 }

function projectPoint(
  yaw: number,
  position: readonly [number, number, number],
  normal?: readonly [number, number, number],
) {
  const camera = new PerspectiveCamera(50, 2)
  camera.position.set(0, 0, 5)
  camera.updateMatrixWorld()
  const parent = new Group()
  parent.rotation.y = yaw
  parent.updateMatrixWorld()
  return projectHotspot({ position, ...(normal && { normal }) }, parent, camera, size, undefined)
}

/** Element with the drag handling of a viewer. */
function DraggableStage({ pose, children }: { pose: PoseStore; children: ReactNode }) {
  const [root, setRoot] = useState<HTMLElement | null>(null)
  useTurnDrag(root, pose, { snap: false, lockVertical: true, isStill: true, isInert: false, zoom: false })
  return (
    <div ref={setRoot} data-testid="stage">
      {children}
    </div>
  )
}

describe('a hotspot', () => {
  it('has the position of its 3D point, projected to pixels', () => {
    expect(projectPoint(0, [0, 0, 0])).toEqual({ x: 200, y: 100, isVisible: true })
    const { x, y } = projectPoint(0, [0.5, 1, 0])
    expect([x > 200, y < 100]).toEqual([true, true])
  })

  it('is hidden if its normal, or else its position, points away from the camera', () => {
    expect([projectPoint(0, [0, 0, 0.3]).isVisible, projectPoint(Math.PI, [0, 0, 0.3]).isVisible]).toEqual([
      true,
      false,
    ])
    expect(projectPoint(0, [0, 0, 0.3], [0, 0, -1]).isVisible).toBe(false)
    expect(projectPoint(0, [0, 0, -0.3], [0, 0, 1]).isVisible).toBe(true)
    // Hotspots on the rotation axis are visible from every side.
    expect([projectPoint(0, [0, 0.9, 0]).isVisible, projectPoint(Math.PI, [0, 0.9, 0]).isVisible]).toEqual([true, true])
  })

  it('is hidden outside the frame and behind the camera', () => {
    expect([projectPoint(0, [0, 9, 0]).isVisible, projectPoint(0, [0, 0, 9], [0, 0, -1]).isVisible]).toEqual([
      false,
      false,
    ])
  })
})

describe('hotspots', () => {
  const hotspots = [
    { id: 'hat', label: 'Hat', position: [0, 0.1, 0.1], bone: 'Head' },
    { id: 'heel', label: 'Heel', position: [0, -0.8, -0.3] },
  ] as const

  it('appear as buttons with labels, which can be pressed without dragging the stage', () => {
    const [onHotspot, setPointerCapture, pose] = [vi.fn(), vi.fn(), createPoseStore()]
    render(
      <DraggableStage pose={pose}>
        <Hotspots hotspots={hotspots} elements={new Map()} isInert={false} onHotspot={onHotspot} />
      </DraggableStage>,
    )
    const stage = Object.assign(screen.getByTestId('stage'), { setPointerCapture })
    const buttons = screen.getAllByRole('button')
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['Hat', 'Heel'])
    // Dispatches a mouse event, because jsdom's pointer events have no buttons.
    const press = (target: Element) => target.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true, button: 0 }))
    press(buttons[1]!)
    fireEvent.click(buttons[1]!)
    // A press on a hotspot does not capture the pointer, because capturing would also redirect the click.
    expect([onHotspot.mock.calls, setPointerCapture.mock.calls]).toEqual([[['heel']], []])
    press(stage)
    expect(setPointerCapture.mock.calls).toHaveLength(1)
  })

  it('render no buttons while no model is shown', () => {
    render(<Hotspots hotspots={hotspots} elements={new Map()} isInert onHotspot={undefined} />)
    expect(screen.queryAllByRole('button')).toEqual([])
  })

  it('follow the rotation of the model and the movement of a bone', async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    const page = stubCanvas()
    const elements = new Map<string, HTMLElement>()
    const { unmount } = render(
      <Hotspots hotspots={hotspots} elements={elements} isInert={false} onHotspot={undefined} />,
    )
    const model = await createFigure()
    const root = createFiberRoot(document.createElement('canvas'))
    await root.configure({ frameloop: 'never', size: { ...size, top: 0, left: 0 } })
    const store = await act(async () =>
      root.render(<HotspotPositions model={model} hotspots={hotspots} elements={elements} />),
    )
    const draw = async () => {
      await act(async () => store.getState().advance(1))
      return [...elements].map(
        ([id, element]) => [id, element.hasAttribute('data-seen'), element.style.translate] as const,
      )
    }
    const front = await draw()
    expect(front.map(([id, isVisible]) => [id, isVisible])).toEqual([
      ['hat', true],
      ['heel', false],
    ])
    model.root.parent!.rotation.y = Math.PI
    const back = await draw()
    expect(back.map(([, isVisible]) => isVisible)).toEqual([false, true])
    model.root.parent!.rotation.y = 0
    model.root.getObjectByName('mixamorigHead')!.position.x += 0.3
    expect((await draw())[0]![2]).not.toBe(front[0]![2])
    unmount()
    expect(elements.size).toBe(0)
    await act(async () => root.unmount())
    page.restore()
    vi.unstubAllGlobals()
  })
})
