import { type ComponentType, createElement } from 'react'
import { lazyComponent } from '../kit/loading/lazy-module.ts'
import { examineMessages } from '../messages/examine.ts'
import { useMessages } from '../use-messages.ts'

/** Lazy panel for inspecting, loaded when it is first opened. */
export const LazyExaminePanel = withMessages(
  lazyComponent(async () => (await import('./ExaminePanel.tsx')).ExaminePanel),
)

/** Lazy panel for comparing, loaded when it is first opened. */
export const LazyCompareFields = withMessages(
  lazyComponent(async () => (await import('./CompareFields.tsx')).CompareFields),
)

/** Lazy second model, loaded with the first comparison. */
export const LazyComparisonModel = withMessages(
  lazyComponent(async () => (await import('./ComparisonModel.tsx')).ComparisonModel),
)

/** Wraps a component so that it renders nothing until its messages are loaded. */
function withMessages<P extends object>(View: ComponentType<P>): ComponentType<P> {
  return function WithMessages(props) {
    return useMessages(examineMessages) ? createElement(View, props) : null
  }
}
