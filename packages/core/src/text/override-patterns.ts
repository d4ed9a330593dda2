import { gap, one, type Step, upTo } from './phrase.ts';
import type { TextPattern } from './text-pattern.ts';

const DISREGARD = one('ignore disregard forget');
const EARLIER = one('previous prior earlier preceding foregoing');
const INSTRUCTIONS = 'instruction instructions prompt prompts guideline guidelines directive directives programming';
const QUANTIFIER = one('all any every');
const PEOPLE = one('user users developer developers human operator owner');
const FORBIDDEN: readonly (readonly Step[])[] = [
  [one('do must should shall'), one('not')],
  [one('dont never mustnt shouldnt')],
];
const ABOVE_ALL: readonly (readonly Step[])[] = [
  [EARLIER, upTo(2, 'system developer user'), one(INSTRUCTIONS)],
  [
    QUANTIFIER,
    upTo(2, 'of the'),
    one('other system developer user users your previous prior earlier'),
    upTo(1, 'system'),
    one(INSTRUCTIONS),
  ],
];

/**
 * Ways to tell an agent to drop what it was told, take another role, keep its user in the dark or obey the text as if
 * somebody else had written it. English only, and tight: each stays clear of what documentation says about options,
 * prompts and users. A text that avoids them all is not thereby harmless; the envelope holds for every text.
 */
export const OVERRIDE_PATTERNS: readonly TextPattern[] = [
  {
    id: 'disregard-earlier',
    does: 'tells the reader to disregard earlier instructions',
    phrases: [
      [
        DISREGARD,
        upTo(4, 'all any every of the your these those my other and completely'),
        EARLIER,
        upTo(3, 'and above following system developer user security safety or'),
        one(INSTRUCTIONS),
      ],
      [
        DISREGARD,
        QUANTIFIER,
        upTo(3, 'of the your my'),
        one('previous prior earlier preceding above'),
        one(`${INSTRUCTIONS} rules commands constraints restrictions text requests`),
      ],
      [DISREGARD, upTo(3, 'all any of the your'), one('above'), one(INSTRUCTIONS), one('and instead then now')],
      [DISREGARD, one('all every'), one('instructions directives guidelines'), one('and instead then now')],
      [
        DISREGARD,
        QUANTIFIER,
        upTo(3, 'of the your other'),
        one(INSTRUCTIONS),
        one('above before previously you given'),
      ],
      [
        DISREGARD,
        one('everything all anything whatever what'),
        upTo(2, 'that of what'),
        one('you youve'),
        upTo(2, 'have had were been'),
        one('told instructed taught'),
      ],
    ],
  },
  {
    id: 'disobey',
    does: 'tells the reader not to follow earlier instructions',
    negated: true,
    phrases: FORBIDDEN.map((forbidden) => [
      ...forbidden,
      one('follow obey'),
      upTo(4, 'all any every of the your these those my other'),
      EARLIER,
      upTo(2, 'system developer user safety'),
      one(INSTRUCTIONS),
    ]),
  },
  {
    id: 'disregard-own',
    does: 'tells an agent to drop its own instructions',
    phrases: [
      [
        DISREGARD,
        upTo(2, 'all any of'),
        one('your'),
        upTo(3, 'own previous prior original initial system safety developer security current existing core ethical'),
        one(`${INSTRUCTIONS} training restrictions`),
      ],
      [
        one('override bypass circumvent'),
        upTo(2, 'all any of'),
        one('your'),
        upTo(3, 'own previous prior original initial system safety developer security core ethical'),
        one('instructions programming guidelines directives restrictions'),
      ],
    ],
  },
  {
    id: 'disregard-system',
    does: 'tells an agent to drop its system prompt',
    command: true,
    phrases: [
      [
        one('ignore disregard forget bypass circumvent'),
        upTo(3, 'all any every the your this current entire'),
        one('system developer'),
        one('prompt prompts message messages instruction instructions guidelines'),
      ],
      [
        DISREGARD,
        upTo(3, 'all any what the'),
        PEOPLE,
        upTo(2, 'previous original earlier'),
        one('instruction instructions wishes consent'),
      ],
    ],
  },
  {
    id: 'new-role',
    does: 'gives an agent another role',
    phrases: [
      [
        one('you'),
        one('are'),
        one('now'),
        one('a an the my'),
        gap(3),
        one('assistant ai chatbot bot agent model hacker persona'),
      ],
      [
        one('you'),
        one('are'),
        one('now'),
        upTo(3, 'in an a the entering operating'),
        one('dan jailbroken unrestricted unfiltered uncensored'),
      ],
      [
        one('you'),
        one('are'),
        one('now'),
        one('free'),
        one('from of'),
        upTo(2, 'all any your the'),
        one('restrictions rules limits limitations constraints guidelines'),
      ],
      [one('you'), one('are'), one('no'), one('longer'), one('bound'), one('by')],
      [
        one('you'),
        one('are'),
        one('no'),
        one('longer'),
        upTo(1, 'a an'),
        one('claude chatgpt gpt gemini copilot codex ai assistant'),
      ],
      [one('from'), one('now'), one('on'), one('you'), one('are'), one('a an the my dan')],
      [
        one('from'),
        one('now'),
        one('on'),
        one('you'),
        one('will must shall'),
        upTo(1, 'only always'),
        one('obey ignore disregard pretend'),
      ],
      [
        one('from'),
        one('now'),
        one('on'),
        one('you'),
        one('will must shall'),
        upTo(1, 'only always'),
        one('act'),
        one('as'),
      ],
      [
        one('pretend act'),
        upTo(2, 'you are to be as'),
        upTo(1, 'a an'),
        one('unrestricted unfiltered uncensored jailbroken'),
      ],
    ],
  },
  {
    id: 'secrecy',
    does: 'asks for something to be kept from the user',
    command: true,
    negated: true,
    phrases: [
      ...FORBIDDEN.flatMap((forbidden) => [
        [
          ...forbidden,
          one('tell inform notify alert warn'),
          upTo(1, 'the your any'),
          PEOPLE,
          one('about of'),
          one('this these it that'),
        ],
        [
          ...forbidden,
          one('tell inform notify alert warn'),
          upTo(1, 'the your any'),
          PEOPLE,
          upTo(1, 'that'),
          one('you'),
          one('are have did do ran were read sent executed installed changed'),
        ],
        [
          ...forbidden,
          one('mention reveal disclose show report'),
          one('this these it that'),
          upTo(2, 'instruction instructions step steps command commands skill text action actions'),
          one('to'),
          upTo(1, 'the your any'),
          PEOPLE,
        ],
      ]),
      [
        one('keep'),
        one('this these it'),
        upTo(2, 'instruction instructions step steps command commands skill text action actions'),
        one('secret hidden confidential'),
        one('from'),
        upTo(1, 'the your any'),
        PEOPLE,
      ],
      [
        one('conceal'),
        one('this these it'),
        upTo(2, 'instruction instructions step steps command commands skill text action actions'),
        one('from'),
        upTo(1, 'the your any'),
        PEOPLE,
      ],
    ],
  },
  {
    id: 'reveal-prompt',
    does: 'asks an agent for its system prompt',
    command: true,
    phrases: [
      [
        one('reveal print output repeat leak display send disclose expose include tell give'),
        upTo(2, 'me us back out'),
        one('your'),
        upTo(3, 'full entire complete hidden initial original secret exact own current'),
        one('system'),
        one('prompt message instructions'),
      ],
    ],
  },
  {
    id: 'claims-precedence',
    does: 'claims precedence over other instructions',
    phrases: ABOVE_ALL.flatMap((above) => [
      [
        one('this these following'),
        gap(3),
        one('override overrides supersede supersedes overrule overrules'),
        ...above,
      ],
      [
        one('this these following'),
        gap(3),
        one('take takes have has'),
        one('precedence priority'),
        one('over'),
        ...above,
      ],
    ]),
  },
  {
    id: 'claims-authority',
    does: 'claims to be an instruction by somebody other than its authors',
    phrases: [
      [
        one('this these'),
        one('is are'),
        upTo(3, 'a an the new direct important urgent system'),
        one('instruction instructions directive directives'),
        one('from by'),
        upTo(1, 'the your'),
        one('developer developers user operator administrator anthropic openai'),
      ],
      [one('your'), one('new'), one('instructions directives directive orders'), one('are is follow')],
    ],
  },
];
