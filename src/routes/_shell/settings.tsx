import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { SettingsScreen } from '../../ui/settings/SettingsScreen.tsx'
import { formWords } from '../../ui/words/form.ts'
import { sessionWords } from '../../ui/words/session.ts'
import { settingsWords } from '../../ui/words/settings.ts'

export const Route = createFileRoute('/_shell/settings')({
  loader: ({ context: { learn } }) => learn(formWords, sessionWords, settingsWords),
  staticData: { nav: { word: 'nav.settings', icon: 'settings', order: 13, isWorkspace: true } },
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
