import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { waitFor } from 'xstate'
import type { Client } from '../api/contract/client.ts'
import type { contract } from '../api/contract/index.ts'
import type { Atelier } from '../ui/context.ts'
import type { Translator } from '../ui/messages.ts'
import { NotFound } from '../ui/shell/NotFound.tsx'
import { RouteError } from '../ui/shell/RouteError.tsx'

export interface RouteContext {
  api: Client<typeof contract>
  atelier: Atelier
  /** Returns the address that a sign-in code was mailed to, while the code is valid. */
  pendingCodeEmail: () => string | undefined
  /** Loads messages. Routes call this function to load messages in parallel with their code. */
  loadMessages: Translator['loadMessages']
}

export const Route = createRootRouteWithContext<RouteContext>()({
  // Waits for the stored session before any redirect to the sign-in page.
  beforeLoad: async ({ context }) => {
    await waitFor(context.atelier.session, (snapshot) => !snapshot.matches('restoring'))
  },
  component: Outlet,
  errorComponent: RouteError,
  notFoundComponent: NotFound,
})
