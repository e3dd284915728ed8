import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { waitFor } from 'xstate'
import type { Client } from '../api/contract/client.ts'
import type { contract } from '../api/contract/index.ts'
import type { Atelier } from '../ui/context.ts'
import { Failure } from '../ui/shell/Failure.tsx'
import { Missing } from '../ui/shell/Missing.tsx'
import type { Speech } from '../ui/words.ts'

/** What every route is handed. */
export interface RouteContext {
  api: Client<typeof contract>
  atelier: Atelier
  /** The address that a code to sign in with was mailed to, while it may still be typed. */
  awaitedCode: () => string | undefined
  /** For a route to have the sentences of its page fetched beside its code. */
  learn: Speech['learn']
}

export const Route = createRootRouteWithContext<RouteContext>()({
  // Nobody is sent to sign in before it is known whether they are.
  beforeLoad: async ({ context }) => {
    await waitFor(context.atelier.session, (snapshot) => !snapshot.matches('restoring'))
  },
  component: Outlet,
  errorComponent: Failure,
  notFoundComponent: Missing,
})
