import { useAtelier } from '../ui/context.ts'
import { Button } from '../ui/kit/Button.tsx'
import styles from './Inspector.module.css'
import type { Timer } from './outlook.ts'
import type { Inspector } from './use-inspector.ts'

/** What is waited for, how long still, and a button that lets it pass now. */
export function Timers({ inspector, timers }: { inspector: Inspector; timers: readonly Timer[] }) {
  const { translate } = useAtelier()
  const { desk, chosen } = inspector
  if (chosen === null || timers.length === 0) return <p className={styles.none}>{translate('inspector.timers.none')}</p>
  return (
    <ul className={styles.outlooks} aria-label={translate('inspector.view.timers')}>
      {timers.map(({ id, name, delay, left }) => (
        <li key={id}>
          <code>{name}</code>
          <span>{translate('inspector.timer.left', { left: Math.ceil(left / 100) / 10, delay: delay / 1000 })}</span>
          <Button size="sm" variant="line" onClick={() => desk.pass(chosen, id)}>
            {translate('inspector.timer.pass')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
