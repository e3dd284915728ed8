import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { may } from '../../../machines/rules/ability.ts'
import { detailsCalls } from '../../../ui/details-import/details-calls.ts'
import { ImportScreen } from '../../../ui/details-import/ImportScreen.tsx'
import { useAbility } from '../../../ui/list/use-ability.ts'
import { Forbidden } from '../../../ui/shell/Forbidden.tsx'
import { detailsWords } from '../../../ui/words/details.ts'
import { formWords } from '../../../ui/words/form.ts'

export const Route = createFileRoute('/_shell/assets/import')({
  loader: ({ context: { learn } }) => learn(formWords, detailsWords),
  staticData: { takesFiles: true },
  component: ImportPage,
})

/** Details of many assets from a file, for those who change assets. */
function ImportPage() {
  const { api } = Route.useRouteContext()
  const ability = useAbility()
  const calls = useMemo(() => {
    const reads = { tags: may(ability, 'read', 'Tag'), applications: may(ability, 'read', 'Application') }
    return detailsCalls(api, reads)
  }, [api, ability])
  return may(ability, 'update', 'Asset') ? <ImportScreen calls={calls} /> : <Forbidden />
}
