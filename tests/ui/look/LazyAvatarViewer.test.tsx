// @vitest-environment jsdom
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AnyActorRef } from 'xstate'
import { type Atelier, AtelierContext } from '../../../src/ui/context.ts'
import { LazyAvatarViewer } from '../../../src/ui/look/LazyAvatarViewer.tsx'
import { hasTimeTravelView } from '../../../src/ui/time-travel.ts'
import { type CanvasStub, stubCanvas } from '../../support/canvas-stub.ts'

let canvasStub: CanvasStub
beforeEach(() => {
  canvasStub = stubCanvas()
})
afterEach(() => {
  cleanup()
  canvasStub.restore()
})

it('reports the state machine of the viewer to the inspector', async () => {
  const actors: AnyActorRef[] = []
  const registerActor = (actor: AnyActorRef) => void actors.push(actor)
  render(
    <AtelierContext value={{ registerActor } as Atelier}>
      <LazyAvatarViewer source={null} />
    </AtelierContext>,
  )
  await waitFor(() => expect(actors.map((it) => (it as { logic?: { id?: string } }).logic?.id)).toEqual(['spawn']))
  // The inspector can show a past state of the viewer.
  expect(hasTimeTravelView(actors[0]!)).toBe(true)
})
