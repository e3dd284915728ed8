import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { isModelSource } from '../../machines/viewer/model-source.ts'
import { lookMessages } from '../../ui/messages/look.ts'
import { Playground } from '../../ui/playground/Playground.tsx'

/** Search parameters: `src` is the address of the model shown first; undefined if the value is not a string. */
const Search = v.object({ src: v.optional(v.fallback(v.optional(v.string()), undefined)) })

export const Route = createFileRoute('/_shell/viewer')({
  validateSearch: Search,
  loader: ({ context: { loadMessages } }) => loadMessages(lookMessages),
  staticData: {
    takesFiles: true,
    nav: { labelKey: 'nav.viewer', icon: 'viewer', order: 8, isWorkspace: true },
    folds: true,
  },
  component: Page,
})

function Page() {
  const { src } = Route.useSearch()
  return (
    <Playground key={src} initialAddress={isModelSource(src) ? String(src) : src === undefined ? undefined : null} />
  )
}
