import { type ComponentType, createElement } from 'react'
import { shownPart } from '../kit/part.ts'
import { useWords } from '../use-words.ts'
import { examineWords } from '../words/examine.ts'
import type { CompareFieldsProps } from './CompareFields.tsx'
import type { ExaminePanelProps } from './ExaminePanel.tsx'
import type { OtherModelProps } from './OtherModel.tsx'

/** What inspects, fetched when it is first opened. */
export const ExaminePanel = worded(
  shownPart<ExaminePanelProps>(async () => (await import('./ExaminePanel.tsx')).ExaminePanel),
)

/** What is compared with, fetched when it is first opened. */
export const CompareFields = worded(
  shownPart<CompareFieldsProps>(async () => (await import('./CompareFields.tsx')).CompareFields),
)

/** The other model, fetched with the first. */
export const OtherModel = worded(shownPart<OtherModelProps>(async () => (await import('./OtherModel.tsx')).OtherModel))

/** A view that is nothing until its sentences are there. */
function worded<P extends object>(View: ComponentType<P>): ComponentType<P> {
  return function Worded(props) {
    return useWords(examineWords) ? createElement(View, props) : null
  }
}
