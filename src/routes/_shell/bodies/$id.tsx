import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { BodyScreen } from '../../../ui/bodies/BodyScreen.tsx'
import { bodyCalls } from '../../../ui/bodies/body-calls.ts'
import { bodiesWords } from '../../../ui/words/bodies.ts'
import { formWords } from '../../../ui/words/form.ts'
import { lookWords } from '../../../ui/words/look.ts'

export const Route = createFileRoute('/_shell/bodies/$id')({
  loader: ({ context: { learn } }) => learn(bodiesWords, lookWords, formWords),
  staticData: { folds: true },
  component: Page,
})

/** A body with the cages around it. */
function Page() {
  const { id } = Route.useParams()
  const { api } = Route.useRouteContext()
  const calls = useMemo(() => bodyCalls(api, id), [api, id])
  return <BodyScreen key={id} id={id} calls={calls} />
}
