import { createFileRoute } from '@tanstack/react-router'
import { InspectorWindow } from '../inspector/InspectorWindow.tsx'

/** The inspector in a window of its own, of a page in another window. */
export const Route = createFileRoute('/inspector')({ component: InspectorWindow })
