import { useAtelier } from '../context.ts'
import { PageLink } from './PageLink.tsx'
import { SignInForm, type SignInFormProps } from './SignInForm.tsx'
import { Studio } from './Studio.tsx'
import { useWayBack } from './use-way-back.ts'

/** Props of {@link SignInPage}. */
export interface SignInPageProps extends Pick<SignInFormProps, 'awaitedCode'> {
  /** Why somebody was sent here. */
  reason?: 'login_required' | undefined
  /** Where they go once signed in. Default: home. */
  to: string | undefined
}

/** The page to sign in; it needs no router around it. */
export function SignInPage({ reason, to, awaitedCode }: SignInPageProps) {
  const { translate } = useAtelier()
  const isLeaving = useWayBack(to)
  const query = to === undefined ? '' : `?${new URLSearchParams({ to })}`
  return (
    <Studio
      foot={
        <>
          {translate('signin.new')} <PageLink href={`/signup${query}`}>{translate('signin.create')}</PageLink>
        </>
      }
    >
      <SignInForm hasEnded={reason === 'login_required'} awaitedCode={awaitedCode} isLeaving={isLeaving} />
    </Studio>
  )
}
