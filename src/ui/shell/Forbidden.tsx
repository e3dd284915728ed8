import { Link } from '@tanstack/react-router'
import { useAtelier } from '../context.ts'
import { buttonClass } from '../kit/button-class.ts'
import { EmptyScene } from '../kit/EmptyScene.tsx'

/** Stands where a person may not work. */
export function Forbidden() {
  const { translate } = useAtelier()
  return (
    <EmptyScene
      kind="away"
      level={1}
      title={translate('error.FORBIDDEN')}
      actions={
        <Link to="/" className={buttonClass({ variant: 'ink' })}>
          {translate('failure.home')}
        </Link>
      }
    />
  )
}
