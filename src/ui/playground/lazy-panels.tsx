import { type ComponentType, createElement } from 'react'
import { lazyComponent } from '../kit/loading/lazy-module.ts'
import { examineMessages } from '../messages/examine.ts'
import { useMessages } from '../use-messages.ts'

export const LazyExaminePanel = withMessages(
  lazyComponent(async () => (await import('./ExaminePanel.tsx')).ExaminePanel),
)

export const LazyCompareFields = withMessages(
  lazyComponent(async () => (await import('./CompareFields.tsx')).CompareFields),
)

export const LazyComparisonModel = withMessages(
  lazyComponent(async () => (await import('./ComparisonModel.tsx')).ComparisonModel),
)

/** Wraps a component that must not render before its messages are loaded. */
function withMessages<P extends object>(View: ComponentType<P>): ComponentType<P> {
  return function WithMessages(props) {
    return useMessages(examineMessages) ? createElement(View, props) : null
  }
}
