import { createFileRoute } from '@tanstack/react-router'
import { InspectorWindow } from '../inspector/InspectorWindow.tsx'

/** Inspector in its own window, connected to an app page in another window. */
export const Route = createFileRoute('/inspector')({ component: InspectorWindow })
