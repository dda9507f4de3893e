// The most common leaked passwords of at least eight characters, in lower case.

const COMMON = new Set(
  `12345678 123456789 1234567890 12345678910 0123456789 0987654321 987654321 9876543210 87654321 123123123 1234512345
   112233445566 11223344 12341234 147258369 1qaz2wsx 1qazxsw2 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5
   zaq12wsx qazwsxedc qazwsx123 qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 asdfghjk asdfghjkl
   asdf1234 zxcvbnm1 zxcvbnm123 abcd1234 abc12345 abc123456 a1234567 a12345678 a123456789 aa123456 aa12345678
   password password1 password12 password123 password1234 password! passw0rd p@ssw0rd p@ssword pa$$word pass1234
   passwort passwort1 motdepasse contraseña iloveyou iloveyou1 iloveyou2 sunshine sunshine1 princess princess1
   football football1 baseball baseball1 basketball superman superman1 spiderman batman123 starwars pokemon1
   trustno1 letmein1 letmein123 welcome1 welcome123 changeme changeme1 changeme123 michelle jennifer jordan23
   computer internet whatever samsung1 liverpool liverpool1 chelsea1 arsenal1 charlie1 michael1 jessica1
   dragon123 monkey123 master123 shadow123 killer123 freedom1 hello123 secret123 test1234 testtest admin123
   admin1234 administrator root1234 default1 guest123 login123 user1234 corvette mercedes maverick butterfly
   chocolate blink182 mustang1 yankees1 cowboys1 hunter123 correcthorsebatterystaple`.split(/\s+/),
)

export const isCommon = (password: string): boolean => COMMON.has(password)
