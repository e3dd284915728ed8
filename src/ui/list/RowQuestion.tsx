import { useAtelier } from '../context.ts'
import { Confirm } from '../kit/Confirm.tsx'
import type { Question } from './definition.ts'

/** Props of {@link RowQuestion}. */
export interface RowQuestionProps {
  question: Question
  onAnswer: (isYes: boolean) => void
}

/** Asks before an action that cannot be undone. */
export function RowQuestion({ question, onAnswer }: RowQuestionProps) {
  const { translate } = useAtelier()
  return (
    <Confirm
      isOpen
      title={translate(question.title)}
      verb={translate(question.verb)}
      cancelText={translate('action.cancel')}
      picture={question.picture}
      pigment={question.pigment}
      onConfirm={() => onAnswer(true)}
      onCancel={() => onAnswer(false)}
    >
      {translate(question.text)}
    </Confirm>
  )
}
