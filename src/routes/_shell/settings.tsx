import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { formMessages } from '../../ui/messages/form.ts'
import { sessionMessages } from '../../ui/messages/session.ts'
import { settingsMessages } from '../../ui/messages/settings.ts'
import { SettingsScreen } from '../../ui/settings/SettingsScreen.tsx'

export const Route = createFileRoute('/_shell/settings')({
  loader: ({ context: { loadMessages } }) => loadMessages(formMessages, sessionMessages, settingsMessages),
  staticData: { nav: { labelKey: 'nav.settings', icon: 'settings', order: 13, isWorkspace: true } },
  component: Settings,
})

function Settings() {
  const { api } = Route.useRouteContext()
  const views = useMemo(
    () => ({
      list: async (signal: AbortSignal) => (await api.views.list({}, { signal })).data,
      rename: (id: string, name: string) => api.views.update({ id, body: { name } }),
      remove: (id: string) => api.views.remove({ id }),
      share: (id: string, isShared: boolean) => api.views.update({ id, body: { isShared } }),
    }),
    [api],
  )
  return <SettingsScreen views={views} />
}
