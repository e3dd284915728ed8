// @vitest-environment jsdom
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { InspectionEvent } from 'xstate'
import { type Atelier, AtelierContext } from '../../../src/ui/context.ts'
import { LazyAvatarViewer } from '../../../src/ui/look/LazyAvatarViewer.tsx'
import { type StandInPage, standInCanvas } from '../../support/canvas.ts'

let page: StandInPage
beforeEach(() => {
  page = standInCanvas()
})
afterEach(() => {
  cleanup()
  page.restore()
})

it('whoever inspects the app is told of the machine of a viewer in it', async () => {
  const told: (string | undefined)[] = []
  const inspect = (event: InspectionEvent) => {
    if (event.type === '@xstate.actor') told.push((event.actorRef as { logic?: { id?: string } }).logic?.id)
  }
  render(
    <AtelierContext value={{ inspect } as Atelier}>
      <LazyAvatarViewer source={null} />
    </AtelierContext>,
  )
  await waitFor(() => expect(told).toEqual(['spawn']))
})
