import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { BodyScreen } from '../../../ui/bodies/BodyScreen.tsx'
import { createBodyCalls } from '../../../ui/bodies/body-calls.ts'
import { bodiesMessages } from '../../../ui/messages/bodies.ts'
import { formMessages } from '../../../ui/messages/form.ts'
import { lookMessages } from '../../../ui/messages/look.ts'

export const Route = createFileRoute('/_shell/bodies/$id')({
  loader: ({ context: { loadMessages } }) => loadMessages(bodiesMessages, lookMessages, formMessages),
  staticData: { folds: true },
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  const { api } = Route.useRouteContext()
  const calls = useMemo(() => createBodyCalls(api, id), [api, id])
  return <BodyScreen key={id} id={id} calls={calls} />
}
