import { Link } from '@tanstack/react-router'
import { useAtelier } from '../context.ts'
import { buttonClass } from '../kit/button-class.ts'
import { EmptyScene } from '../kit/EmptyScene.tsx'

/** Stands where an address leads nowhere. */
export function Missing() {
  const { translate } = useAtelier()
  return (
    <EmptyScene
      kind="away"
      title={translate('failure.missing')}
      actions={
        <Link to="/" className={buttonClass({ variant: 'ink' })}>
          {translate('failure.home')}
        </Link>
      }
    >
      {translate('failure.missing.why')}
    </EmptyScene>
  )
}
