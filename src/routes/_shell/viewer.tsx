import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { isModelSource } from '../../machines/rules/model-source.ts'
import { Playground } from '../../ui/playground/Playground.tsx'
import { lookWords } from '../../ui/words/look.ts'

/** What is shown at first: an address of a model; nothing where it is none. */
const Search = v.object({ src: v.optional(v.fallback(v.optional(v.string()), undefined)) })

export const Route = createFileRoute('/_shell/viewer')({
  validateSearch: Search,
  loader: ({ context: { learn } }) => learn(lookWords),
  staticData: {
    takesFiles: true,
    nav: { word: 'nav.viewer', icon: 'viewer', order: 8, isWorkspace: true },
    folds: true,
  },
  component: Page,
})

function Page() {
  const { src } = Route.useSearch()
  return <Playground key={src} given={isModelSource(src) ? String(src) : src === undefined ? undefined : null} />
}
