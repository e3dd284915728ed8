// @vitest-environment jsdom
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AnyActorRef } from 'xstate'
import { type Atelier, AtelierContext } from '../../../src/ui/context.ts'
import { LazyAvatarViewer } from '../../../src/ui/look/LazyAvatarViewer.tsx'
import { hasView } from '../../../src/ui/moment.ts'
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
  const told: AnyActorRef[] = []
  const watch = (actor: AnyActorRef) => void told.push(actor)
  render(
    <AtelierContext value={{ watch } as Atelier}>
      <LazyAvatarViewer source={null} />
    </AtelierContext>,
  )
  await waitFor(() => expect(told.map((it) => (it as { logic?: { id?: string } }).logic?.id)).toEqual(['spawn']))
  // The inspector offers to show it as it was.
  expect(hasView(told[0]!)).toBe(true)
})
