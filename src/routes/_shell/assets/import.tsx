import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { can } from '../../../machines/session/ability.ts'
import { createDetailsCalls } from '../../../ui/details-import/details-calls.ts'
import { ImportScreen } from '../../../ui/details-import/ImportScreen.tsx'
import { useAbility } from '../../../ui/list/actions/use-ability.ts'
import { detailsMessages } from '../../../ui/messages/details.ts'
import { formMessages } from '../../../ui/messages/form.ts'
import { ForbiddenState } from '../../../ui/shell/ForbiddenState.tsx'

export const Route = createFileRoute('/_shell/assets/import')({
  loader: ({ context: { loadMessages } }) => loadMessages(formMessages, detailsMessages),
  staticData: { takesFiles: true },
  component: ImportPage,
})

/** Import of asset details from a file, for users with the right to change assets. */
function ImportPage() {
  const { api } = Route.useRouteContext()
  const ability = useAbility()
  const calls = useMemo(() => {
    const reads = { tags: can(ability, 'read', 'Tag'), applications: can(ability, 'read', 'Application') }
    return createDetailsCalls(api, reads)
  }, [api, ability])
  return can(ability, 'update', 'Asset') ? <ImportScreen calls={calls} /> : <ForbiddenState />
}
