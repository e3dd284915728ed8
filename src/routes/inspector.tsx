import { createFileRoute } from '@tanstack/react-router'
import { InspectorWindow } from '../inspector/InspectorWindow.tsx'
import { inspectorWords } from '../ui/words/inspector.ts'

/** The inspector in a window of its own, of a page in another window. */
export const Route = createFileRoute('/inspector')({
  loader: ({ context: { learn } }) => learn(inspectorWords),
  component: InspectorWindow,
})
