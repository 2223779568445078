@echo off
rem Starts Whorl with the Java in JAVA_HOME or, without one, the first in PATH.
rem WHORL_OPTS holds options of Java, such as -Xmx8g.
setlocal
if defined JAVA_HOME goto home
set "JAVA=java.exe"
where java.exe >nul 2>&1
if not errorlevel 1 goto run
echo whorl: found no Java; install release 17 or later and set JAVA_HOME, or add its bin directory to PATH 1>&2
exit /b 1

:home
set "JAVA=%JAVA_HOME%\bin\java.exe"
if exist "%JAVA%" goto run
echo whorl: JAVA_HOME is %JAVA_HOME%, which has no bin\java.exe; set it to a Java of release 17 or later, or unset it 1>&2
exit /b 1

:run
"%JAVA%" %WHORL_OPTS% -jar "%~dp0..\lib\whorl.jar" %*
exit /b %ERRORLEVEL%
