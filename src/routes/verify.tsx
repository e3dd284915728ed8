import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { Studio } from '../ui/session/Studio.tsx'
import { VerifyForm } from '../ui/session/VerifyForm.tsx'
import { sessionWords } from '../ui/words/session.ts'

export const Route = createFileRoute('/verify')({
  /** The id of a mailed link. */
  validateSearch: v.object({ id: v.optional(v.fallback(v.optional(v.string()), undefined)) }),
  loader: ({ context: { learn } }) => learn(sessionWords),
  component: Verify,
})

/** Verifies an e-mail. */
function Verify() {
  const { id } = Route.useSearch()
  return (
    <Studio>
      <VerifyForm id={id} />
    </Studio>
  )
}
