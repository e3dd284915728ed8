import { type ComponentType, createElement } from 'react'
import { shownPart } from '../kit/part.ts'
import { useWords } from '../use-words.ts'
import { examineWords } from '../words/examine.ts'

/** What inspects, fetched when it is first opened. */
export const ExaminePanel = worded(shownPart(async () => (await import('./ExaminePanel.tsx')).ExaminePanel))

/** What is compared with, fetched when it is first opened. */
export const CompareFields = worded(shownPart(async () => (await import('./CompareFields.tsx')).CompareFields))

/** The other model, fetched with the first. */
export const OtherModel = worded(shownPart(async () => (await import('./OtherModel.tsx')).OtherModel))

/** A view that is nothing until its sentences are there. */
function worded<P extends object>(View: ComponentType<P>): ComponentType<P> {
  return function Worded(props) {
    return useWords(examineWords) ? createElement(View, props) : null
  }
}
