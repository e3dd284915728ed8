import { useAtelier } from '../context.ts'
import { Button, type ButtonProps } from '../kit/Button.tsx'

/** Props of {@link SubmitButton}. */
export interface SubmitButtonProps extends Pick<ButtonProps, 'children' | 'waiting'> {
  isBusy: boolean
}

/** The large button that sends the form of a page. */
export function SubmitButton({ isBusy, ...rest }: SubmitButtonProps) {
  const { translate } = useAtelier()
  return <Button {...rest} type="submit" variant="ink" size="xl" wide busy={isBusy && translate('action.working')} />
}
